--- A file around a hit, with the words that matched.
local place = require('stemguard.place')

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('stemguard.preview')

local function colour(bufnr, path)
  local filetype = vim.filetype.match({ filename = path, buf = bufnr }) or ''
  local language = vim.treesitter.language.get_lang(filetype) or filetype
  if language == '' or not pcall(vim.treesitter.start, bufnr, language) then
    vim.bo[bufnr].syntax = filetype
  end
end

local function mark(bufnr, lines, row, range, encoding)
  local line = lines[row + 1] or ''
  local from = place.byte(line, range.start.character, encoding)
  local to = range['end'].line > range.start.line and #line
    or place.byte(line, range['end'].character, encoding)
  if lines[row + 1] then
    vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, row, from, { end_col = to, hl_group = 'StemguardMatch' })
  end
end

--- The line between the name and the line that matched, or that one alone where not both fit.
local function middle(window, item)
  local name = item.selectionRange.start.line
  local match = item.preview and item.preview.line or name
  -- Centred lines are one or two short of the whole height.
  local fit = math.abs(match - name) <= vim.api.nvim_win_get_height(window) - 3
  return fit and math.floor((name + match) / 2) or match
end

--- Shows a hit in a window; `shown` is the path that its buffer holds already.
---@param read fun(path: string): string[]
---@return string path what it holds now
function M.show(window, item, encoding, read, shown)
  local bufnr = vim.api.nvim_win_get_buf(window)
  local path = vim.uri_to_fname(item.location.uri)
  local lines = read(path)
  if shown ~= path then
    pcall(vim.treesitter.stop, bufnr)
    vim.bo[bufnr].syntax = ''
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
    colour(bufnr, path)
  end
  vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  local name = item.selectionRange
  mark(bufnr, lines, name.start.line, name, encoding)
  for _, range in ipairs(item.preview and item.preview.highlights or {}) do
    mark(bufnr, lines, item.preview.line, range, encoding)
  end
  local row = math.min(middle(window, item) + 1, vim.api.nvim_buf_line_count(bufnr))
  vim.api.nvim_win_set_cursor(window, { row, 0 })
  vim.api.nvim_win_call(window, function()
    vim.cmd('normal! zz')
  end)
  return path
end

--- Shows lines instead of a file.
function M.text(window, text)
  local bufnr = vim.api.nvim_win_get_buf(window)
  pcall(vim.treesitter.stop, bufnr)
  vim.bo[bufnr].syntax = ''
  vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split(text, '\n', { trimempty = true }))
  vim.api.nvim_win_set_cursor(window, { 1, 0 })
end

return M
