--- How far the server is, in a word for the statusline.
local M = {}

local trouble ---@type string?
local seen = false
local under_way = {} ---@type table<integer, table<string|integer, { percentage?: integer }>>

local function ours(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  return client ~= nil and client.name == 'stemguard'
end

local group = vim.api.nvim_create_augroup('stemguard.progress', {})
vim.api.nvim_create_autocmd('LspProgress', {
  group = group,
  callback = function(event)
    local id, progress = event.data.client_id, event.data.params
    if ours(id) then
      local value = progress.value
      under_way[id] = under_way[id] or {}
      under_way[id][progress.token] = value.kind ~= 'end'
          and vim.tbl_extend('force', under_way[id][progress.token] or {}, value)
        or nil
      vim.cmd.redrawstatus()
    end
  end,
})
vim.api.nvim_create_autocmd({ 'LspAttach', 'LspDetach' }, {
  group = group,
  callback = function(event)
    if ours(event.data.client_id) then
      seen = true
      vim.schedule(vim.cmd.redrawstatus)
    end
  end,
})

--- Keeps the sentence of a failure until a request succeeds, which is told with nil.
---@param sentence string?
function M.trouble(sentence)
  if trouble ~= sentence then
    trouble = sentence
    vim.schedule(vim.cmd.redrawstatus)
  end
end

local function percentage(client)
  for _, value in pairs(under_way[client.id] or {}) do
    return value.percentage and ('%d%%'):format(value.percentage) or 'indexing'
  end
end

--- `stemguard` when ready, else with what there is to say; empty before the server was of any use.
---@return string
function M.text()
  local clients = vim.lsp.get_clients({ name = 'stemguard', bufnr = 0 })
  local client = clients[1] or vim.lsp.get_clients({ name = 'stemguard' })[1]
  if trouble then
    return 'stemguard: ' .. trouble
  elseif client then
    local how_far = percentage(client)
    return how_far and 'stemguard ' .. how_far or 'stemguard'
  end
  return seen and 'stemguard: stopped' or ''
end

return M
