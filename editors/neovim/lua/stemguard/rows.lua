--- The rows of the live list: where each hit is, what it is and why it was found.
local answer = require('stemguard.answer')

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('stemguard.live')
--- So much of a row is for the path at most: the kind, the name and the evidence need the rest.
local PATH_SHARE = 0.4

---@param items table[]
---@param encoding string
function M.draw(window, items, encoding)
  local bufnr = vim.api.nvim_win_get_buf(window)
  local room = math.floor(vim.api.nvim_win_get_width(window) * PATH_SHARE)
  local lines, marks = {}, {}
  for row, item in ipairs(items) do
    local pieces = answer.pieces(item, encoding)
    table.insert(pieces, 1, { answer.where(item, room) .. '  ', 'StemguardWhere' })
    local line = ''
    for _, piece in ipairs(pieces) do
      table.insert(marks, { row - 1, #line, #line + #piece[1], piece[2] })
      line = line .. piece[1]
    end
    lines[row] = line
  end
  vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  for _, mark in ipairs(marks) do
    local row, from, to, group = unpack(mark, 1, 4)
    if group then
      vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, row, from, { end_col = to, hl_group = group })
    end
  end
  for row, item in ipairs(items) do
    -- At the edge, over the end of a long line, so that it is always seen.
    vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, row - 1, 0, {
      virt_text = { { answer.evidence(item), 'StemguardEvidence' } },
      virt_text_pos = 'right_align',
      hl_mode = 'combine',
    })
  end
end

return M
