--- Which folder is searched.
local M = {}

local function marked(from)
  return vim.fs.root(from, vim.lsp.config.stemguard.root_markers or {})
end

--- The folder of a file: the one with a marker, else one that a server has already. Opening a file
--- anywhere starts no index of the folder it happens to be in: only a search does.
---@return string?
function M.of_file(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  if vim.bo[bufnr].buftype ~= '' or name == '' or name:match('^%a[%w+.-]+://') then
    return nil
  end
  return marked(bufnr) or require('stemguard.client').folder_around(name)
end

--- The folder of the current buffer, else that of the current folder.
---@param receive fun(folder: string)
function M.current(receive)
  local set, folder = vim.lsp.config.stemguard.root_dir, nil
  if type(set) == 'function' then
    set(vim.api.nvim_get_current_buf(), function(found)
      folder = found
    end)
  else
    folder = set
  end
  local here = vim.fn.getcwd()
  receive(folder or marked(here) or require('stemguard.client').folder_around(here) or here)
end

return M
