--- Where the three windows of the live list are on a screen.
local M = {}

--- From here on the preview is beside the list, below it before, and left out where neither fits.
local WIDE, HIGH = 140, 20
--- On less, the prompt and the list would cover each other.
local LEAST_COLUMNS, LEAST_LINES = 24, 12
local MARGIN = 2

local function window(row, column, width, height)
  return { relative = 'editor', row = row, col = column, width = width, height = height, style = 'minimal' }
end

function M.fits(columns, lines)
  return columns >= LEAST_COLUMNS and lines >= LEAST_LINES
end

---@return { prompt: table, list: table, view: table? } configurations for |nvim_open_win()|
function M.of(columns, lines)
  local width = math.max(columns - 2 * MARGIN - 2, 10)
  local height = math.max(lines - 2 * MARGIN - 2, 6)
  local left, top = MARGIN, 1
  local beside = columns >= WIDE
  local below = not beside and lines >= HIGH
  local list_width = beside and math.floor(width * 0.55) or width
  local list_height = below and math.floor((height - 5) * 0.5) or height - 3
  local layout = {
    prompt = window(top, left, list_width, 1),
    list = window(top + 3, left, list_width, list_height),
  }
  if beside then
    layout.view = window(top, left + list_width + 2, width - list_width - 2, height)
  elseif below then
    layout.view = window(top + 3 + list_height + 2, left, width, height - list_height - 5)
  end
  return layout
end

return M
