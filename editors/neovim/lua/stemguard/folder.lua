--- Which folder is searched.
local M = {}

local function marked(from)
  return vim.fs.root(from, vim.lsp.config.stemguard.root_markers or {})
end

--- Whether a buffer is of a file, with a name that the server knows it by.
function M.is_file(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  return vim.bo[bufnr].buftype == '' and name ~= '' and not name:match('^%a[%w+.-]+://')
end

--- The folder of a file: the one with a marker, else one that a server has already. Opening a file
--- anywhere starts no index of the folder it happens to be in: only a search does.
---@return string?
function M.of_file(bufnr)
  if M.is_file(bufnr) then
    local name = vim.api.nvim_buf_get_name(bufnr)
    return marked(bufnr) or require('stemguard.client').folder_around(name)
  end
end

--- The folder that was searched last, by the current folder then.
local latest = {} ---@type table<string, string>

--- What the configuration has for a buffer: ours, or a function or a folder of a person's own.
local function configured(bufnr)
  local set, folder = vim.lsp.config.stemguard.root_dir, nil
  if type(set) == 'function' then
    set(bufnr, function(found)
      folder = found
    end)
    return folder
  end
  return set
end

local function of_window(window)
  return require('stemguard.quickfix').folder_of(window)
    or configured(vim.api.nvim_win_get_buf(window))
end

--- The folder of the current window. One of a quickfix list, help or other text that is no file
--- belongs to what is worked on: to the window before it, or to the search before.
---@param receive fun(folder: string)
function M.current(receive)
  local here, before = vim.fn.getcwd(), vim.fn.win_getid(vim.fn.winnr('#'))
  local folder = of_window(vim.api.nvim_get_current_win())
  if not folder and vim.bo.buftype ~= '' then
    folder = before ~= 0 and of_window(before) or latest[here]
  end
  folder = folder or marked(here) or require('stemguard.client').folder_around(here) or here
  latest[here] = folder
  receive(folder)
end

return M
