--- Goes to a hit.
local M = {}

--- The commands that make the window to open in.
M.ways = { here = nil, split = 'split', vsplit = 'vsplit', tab = 'tab split' }

--- Whether a window is for its own contents: the quickfix list, our sheets, a tree of files.
local function is_kept(window)
  local bufnr = vim.api.nvim_win_get_buf(window)
  return vim.bo[bufnr].buftype == 'quickfix'
    or vim.bo[bufnr].filetype == 'stemguard'
    or vim.wo[window].winfixbuf
end

--- Goes from such a window to the one before it, else to any other one, else to a new one.
local function leave_kept_window()
  if not is_kept(0) then
    return
  end
  local windows = vim.api.nvim_tabpage_list_wins(0)
  table.insert(windows, 1, vim.fn.win_getid(vim.fn.winnr('#')))
  for _, window in ipairs(windows) do
    local is_there = window ~= 0 and vim.api.nvim_win_get_config(window).relative == ''
    if is_there and not is_kept(window) then
      return vim.api.nvim_set_current_win(window)
    end
  end
  vim.cmd('aboveleft new')
  vim.bo.bufhidden = 'wipe'
end

--- A failure without the place in Neovim's code where it arose.
local function told(failure)
  local sentence = tostring(failure):gsub('^.-%.lua:%d+: ', ''):gsub('^Vim:', ''):gsub('^Vim%b():', '')
  return sentence:find('outside buffer', 1, true) and 'the file is shorter now' or sentence
end

---@param way 'here'|'split'|'vsplit'|'tab'
function M.go(item, encoding, way)
  local where = require('stemguard.answer').where(item)
  local path = item.location.uri:match('^file:') and vim.uri_to_fname(item.location.uri)
  if path and not vim.uv.fs_stat(path) and vim.fn.bufloaded(path) == 0 then
    return require('stemguard.say').trouble(where .. ': the file is gone')
  end
  leave_kept_window()
  if M.ways[way] then
    vim.cmd(M.ways[way])
  end
  local location = { uri = item.location.uri, range = item.selectionRange }
  local shown, failure = pcall(vim.lsp.util.show_document, location, encoding, { focus = true })
  if shown then
    vim.cmd('normal! zz')
  else
    require('stemguard.say').trouble(('%s: %s'):format(where, told(failure)))
  end
end

return M
