--- An answer as a person reads it: one row a hit, and what became of the words.
local place = require('stemguard.place')

local M = {}

--- So much of a line is shown before the first word that matched.
local BEFORE_MATCH = 40

local function before_name(item)
  if item.container == '' or item.kind == 'file' then
    return ''
  end
  return item.container .. ((item.kind == 'section' or item.kind == 'key') and ' > ' or '.')
end

--- The words that matched, in brackets; one that did so below typed says how. Empty where there is none.
function M.evidence(item)
  local words = vim.tbl_keys(item.evidence)
  table.sort(words)
  local how = vim.tbl_map(function(word)
    local rung = item.evidence[word]
    return rung == 'typed' and word or word .. ' ~' .. rung
  end, words)
  return how[1] and ('  [%s]'):format(table.concat(how, ', ')) or ''
end

--- The byte of a word at most so much before a character; 0 where that is near the beginning.
local function start_before(line, character, encoding)
  if character <= BEFORE_MATCH then
    return 0
  end
  local from = place.byte(line, character - BEFORE_MATCH, encoding)
  local blank = line:find('%s%S', from + 1)
  return blank and blank < place.byte(line, character, encoding) and blank
    or from + vim.str_utf_start(line, from + 1)
end

--- The line that shows why, in pieces of text and highlight group.
local function shown_line(preview, encoding)
  local line = preview.text
  local indent = #line:match('^%s*')
  local first = preview.highlights[1]
  local start = first and start_before(line, first.start.character, encoding) or 0
  local pieces, at = {}, math.max(start, indent)
  if at > indent then
    pieces[1] = { '…' }
  end
  for _, range in ipairs(preview.highlights) do
    local from = math.max(place.byte(line, range.start.character, encoding), at)
    local to = place.byte(line, range['end'].character, encoding)
    if from < to then
      table.insert(pieces, { line:sub(at + 1, from) })
      table.insert(pieces, { line:sub(from + 1, to), 'StemguardMatch' })
      at = to
    end
  end
  table.insert(pieces, { (line:sub(at + 1):gsub('%s+$', '')) })
  return pieces
end

--- What a hit is and the line that shows why, in pieces of text and highlight group.
---@return { [1]: string, [2]: string? }[]
function M.pieces(item, encoding)
  local pieces = {
    { item.kind .. '  ', 'StemguardKind' },
    { before_name(item) },
    { item.name, 'StemguardName' },
  }
  if item.preview and item.preview.text:match('%S') then
    table.insert(pieces, { '  ' })
    vim.list_extend(pieces, shown_line(item.preview, encoding))
  end
  return vim.tbl_map(function(piece)
    return { (piece[1]:gsub('[%c]', ' ')), piece[2] }
  end, pieces)
end

function M.text(item, encoding)
  local texts = vim.tbl_map(function(piece)
    return piece[1]
  end, M.pieces(item, encoding))
  return table.concat(texts) .. M.evidence(item)
end

--- Where a hit is, for a person; cut on the left to so many columns, as paths differ at their ends.
---@param room? integer
function M.where(item, room)
  local path = vim.fn.fnamemodify(vim.uri_to_fname(item.location.uri), ':~:.'):gsub('%c', '?')
  local where = ('%s:%d'):format(path, item.selectionRange.start.line + 1)
  if not room or vim.fn.strdisplaywidth(where) <= room then
    return where
  end
  local from, rest = math.max(vim.fn.strchars(where) - room, 0), where
  while vim.fn.strdisplaywidth(rest) > room and rest ~= '…' do
    from = from + 1
    rest = '…' .. vim.fn.strcharpart(where, from)
  end
  return rest
end

--- How much was found, what became of words, and how far the index is; where there is none, why.
---@param reason string? of the server, why it has no index
function M.summary(result, reason)
  if reason then
    return reason
  end
  local said = {
    result.total == 0 and 'nothing found'
      or ('%d of %d found, best first'):format(#result.items, result.total),
  }
  vim.list_extend(said, result.remarks)
  if result.index.state == 'indexing' then
    local pending = result.index.pending
    table.insert(said, pending > 0 and ('indexing, %d files are not in yet'):format(pending) or 'indexing')
  end
  return table.concat(said, '; ')
end

return M
