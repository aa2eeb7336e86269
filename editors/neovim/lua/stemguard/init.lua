--- What a configuration calls. No setup is needed; |stemguard-lua| describes each function.
local M = {}

local last ---@type stemguard.Asked?

--- Remembers what was asked, for `why` and for the command line's history.
function M.remember(asked)
  last = asked
  vim.fn.histadd('cmd', ('Stemguard %s %s'):format(asked.mode, asked.query))
end

--- Asks for a query and hands on its answer, by default to the quickfix list.
---@param query string
---@param opts? { mode?: string, params?: table, on_answer?: fun(result: table, client: vim.lsp.Client) }
function M.search(query, opts)
  opts = opts or {}
  local mode = opts.mode or 'any'
  require('stemguard.folder').current(function(folder)
    local asked = { folder = folder, mode = mode, query = query }
    local params = vim.tbl_extend('force', require('stemguard.modes').params(asked), opts.params or {})
    M.remember(asked)
    if opts.on_answer then
      require('stemguard.client').ask(folder, 'stemguard/search', params, function(result, failure, client)
        if not result then
          return require('stemguard.say').trouble(failure)
        end
        opts.on_answer(result, client)
      end)
    else
      require('stemguard.quickfix').search(asked, params)
    end
  end)
end

--- Searches for the selection, or for the word under the cursor.
---@param opts? { mode?: string }
function M.search_here(opts)
  local query = vim.fn.expand('<cword>')
  local mode = vim.fn.mode()
  if mode:match('[vV\22]') then
    local ends = { type = mode }
    query = table.concat(vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.'), ends), ' ')
    vim.api.nvim_feedkeys(vim.keycode('<Esc>'), 'nx', false)
  end
  M.search(query, opts)
end

--- Opens the live list, or the picker that `vim.g.stemguard.picker` names.
---@param opts? { mode?: string, query?: string }
function M.live(opts)
  opts = opts or {}
  require('stemguard.folder').current(function(folder)
    require('stemguard.pickers').open({
      folder = folder,
      mode = opts.mode or 'any',
      query = opts.query or '',
    })
  end)
end

--- Shows why the entry under the cursor of our quickfix list, or the unit at the cursor, ranks where it does.
function M.why()
  local location, asked = require('stemguard.quickfix').under_cursor()
  if not location and not require('stemguard.folder').is_file(0) then
    local where = 'put the cursor into a file, or on an entry of the list'
    return require('stemguard.say').trouble(where)
  elseif not location then
    location, asked = { uri = vim.uri_from_bufnr(0) }, last
  end
  if not asked then
    local first = 'search for something first: why a unit ranks where it does depends on that'
    return require('stemguard.say').trouble(first)
  end
  require('stemguard.why').show(location, asked, function(text)
    require('stemguard.sheet').show('why', text)
  end)
end

--- A few words for the statusline.
---@return string
function M.status()
  return require('stemguard.progress').text()
end

return M
