--- Goes to a hit.
local M = {}

--- The commands that make the window to open in.
M.ways = { here = nil, split = 'split', vsplit = 'vsplit', tab = 'tab split' }

---@param way 'here'|'split'|'vsplit'|'tab'
function M.go(item, encoding, way)
  if M.ways[way] then
    vim.cmd(M.ways[way])
  end
  local location = { uri = item.location.uri, range = item.selectionRange }
  -- The file may be shorter by now than the line that was found.
  local shown, failure = pcall(vim.lsp.util.show_document, location, encoding, { focus = true })
  if shown then
    vim.cmd('normal! zz')
  else
    require('stemguard.say').trouble(('%s: %s'):format(require('stemguard.answer').where(item), failure))
  end
end

return M
