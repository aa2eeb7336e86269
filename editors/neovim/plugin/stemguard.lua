-- Defines names and loads nothing: the rest of the plugin is read when one of them is used.
if vim.g.loaded_stemguard then
  return
end
vim.g.loaded_stemguard = true

if vim.fn.has('nvim-0.11') == 0 then
  -- As text, since much older versions can create a command in no other way.
  vim.cmd([[command! -nargs=* -bang Stemguard echohl WarningMsg |
    \ echomsg 'Stemguard needs Neovim 0.11 or newer; :version shows what this is' | echohl None]])
  return
end

vim.api.nvim_create_user_command('Stemguard', function(call)
  require('stemguard.command').run(call.args, call.bang)
end, {
  nargs = '*',
  bang = true,
  desc = 'Search the workspace with Stemguard',
  complete = function(_, line, column)
    return require('stemguard.command').complete(line:sub(1, column))
  end,
})

for _, mode in ipairs({ 'any', 'all', 'names' }) do
  vim.keymap.set('n', '<Plug>(stemguard-' .. mode .. ')', function()
    require('stemguard').live({ mode = mode })
  end, { desc = 'Stemguard: search live, ' .. mode })
end
vim.keymap.set({ 'n', 'x' }, '<Plug>(stemguard-word)', function()
  require('stemguard').search_here()
end, { desc = 'Stemguard: search for the word or the selection' })
vim.keymap.set('n', '<Plug>(stemguard-why)', function()
  require('stemguard').why()
end, { desc = 'Stemguard: why this ranks here' })

-- After the first screen is drawn, as the language client of Neovim takes its time to load.
local function enable()
  vim.schedule(function()
    if (vim.g.stemguard or {}).enable ~= false then
      vim.lsp.enable('stemguard')
    end
  end)
end

if vim.v.vim_did_enter == 1 then
  enable()
else
  vim.api.nvim_create_autocmd('VimEnter', { once = true, callback = enable })
end
