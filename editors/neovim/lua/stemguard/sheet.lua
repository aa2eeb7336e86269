--- A window with lines of the server's to be read and closed again.
local M = {}

---@param title string
---@param text string
function M.show(title, text)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, ('stemguard://%s/%d'):format(title, bufnr))
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split(text, '\n', { trimempty = true }))
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = 'stemguard'
  vim.cmd('botright split')
  vim.api.nvim_win_set_buf(0, bufnr)
  local lines = vim.api.nvim_buf_line_count(bufnr)
  vim.api.nvim_win_set_height(0, math.min(lines, math.floor(vim.o.lines / 2)))
  vim.wo[0][0].wrap = false
  vim.wo[0][0].number = false
  vim.wo[0][0].relativenumber = false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, desc = 'Close' })
end

return M
