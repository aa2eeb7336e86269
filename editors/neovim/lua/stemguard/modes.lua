--- The ways to search, in the order in which a key goes through them, and what they are in a request.
local M = {}

---@class stemguard.Asked what a person asked, and where
---@field folder string
---@field mode 'any'|'all'|'names'
---@field query string
---@field prefix boolean? whether the last word is still being typed
---@field sources 'both'|'code'|'documents'|nil nil as the server's setting says

---@type table<string, { label: string, params: table }>
M.all = {
  any = { label = 'any word', params = { match = 'any' } },
  all = { label = 'all words', params = { match = 'all' } },
  names = { label = 'names', params = { view = 'names' } },
}

M.order = { 'any', 'all', 'names' }
M.sources = { 'both', 'code', 'documents' }

--- The one after another in a list, in turn; the second where there was none yet.
function M.after(list, now)
  local at = vim.iter(ipairs(list)):find(function(_, each)
    return each == now
  end)
  return list[(at or 1) % #list + 1]
end

--- The params that `stemguard/search` and `stemguard/explain` share.
---@param asked stemguard.Asked
function M.params(asked)
  local said = { query = asked.query, prefix = asked.prefix or false, sources = asked.sources }
  return vim.tbl_extend('error', said, M.all[asked.mode].params)
end

--- For a title: `any word`, `names, code`.
---@param asked stemguard.Asked
function M.label(asked)
  return M.all[asked.mode].label .. (asked.sources and ', ' .. asked.sources or '')
end

return M
