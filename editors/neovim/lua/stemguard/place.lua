--- Where a hit is, as Neovim counts: lines from 1, columns in bytes, whatever was agreed with the server.
local M = {}

--- The lines of a file as its buffer would have them, without making one.
local function lines_of(path)
  local bufnr = vim.fn.bufnr(vim.fn.escape(path, '*?[{\\'))
  if bufnr ~= -1 and vim.api.nvim_buf_get_name(bufnr) == path and vim.api.nvim_buf_is_loaded(bufnr) then
    return vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  end
  local read, lines = pcall(vim.fn.readfile, path)
  if not read then
    return {}
  end
  if lines[1] then
    lines[1] = lines[1]:gsub('^\239\187\191', '')
  end
  return vim.tbl_map(function(line)
    -- As read, a line feed stands for NUL.
    line = line:gsub('\r$', ''):gsub('\n', '\0')
    local there = vim.iconv(line, 'utf-8', 'utf-16le')
    local is_utf8 = there and vim.iconv(there, 'utf-16le', 'utf-8') == line
    return is_utf8 and line or vim.iconv(line, 'latin1', 'utf-8')
  end, lines)
end

--- A reader that reads each file once.
---@return fun(path: string): string[]
function M.reader()
  local read = {}
  return function(path)
    read[path] = read[path] or lines_of(path)
    return read[path]
  end
end

--- The byte of a character in a line, from 0; that of the end where the line is shorter.
function M.byte(line, character, encoding)
  return vim.str_byteindex(line, encoding, character, false)
end

--- The file and the name's range of a hit.
---@param read fun(path: string): string[]
function M.of(item, encoding, read)
  local path = vim.uri_to_fname(item.location.uri)
  local first, after = item.selectionRange.start, item.selectionRange['end']
  local function column(position)
    -- What the server counts in bytes needs no text, which may have changed since.
    return encoding == 'utf-8' and position.character
      or M.byte(read(path)[position.line + 1] or '', position.character, encoding)
  end
  return {
    filename = path,
    lnum = first.line + 1,
    col = column(first) + 1,
    end_lnum = after.line + 1,
    end_col = column(after) + 1,
  }
end

return M
