--- Which picker shows a live search: ours, or the one that `vim.g.stemguard.picker` names.
local M = {}

--- The plugin each of them needs; ours and `vim.ui.select` need none.
M.needs = {
  live = false,
  select = false,
  telescope = 'telescope',
  ['fzf-lua'] = 'fzf-lua',
  snacks = 'snacks',
}

local modules = {
  live = 'stemguard.live',
  select = 'stemguard.pickers.select',
  telescope = 'stemguard.pickers.telescope',
  ['fzf-lua'] = 'stemguard.pickers.fzf_lua',
  snacks = 'stemguard.pickers.snacks',
}

---@param asked stemguard.Asked
function M.open(asked)
  local name = (vim.g.stemguard or {}).picker or 'live'
  local say = require('stemguard.say')
  if M.needs[name] == nil then
    say.trouble(('there is no picker `%s`; see :help stemguard-pickers'):format(name))
    name = 'live'
  elseif M.needs[name] and not pcall(require, M.needs[name]) then
    say.trouble(('the picker `%s` is not installed, so this is our own list'):format(name))
    name = 'live'
  end
  require(modules[name]).open(asked)
end

return M
