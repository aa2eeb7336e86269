--- What became of the words and filters of a query, in the sentences of the command line.
local M = {}

local MOST_NAMED = 3
local LONGEST_WORD = 40
--- While it is typed, a word of fewer characters asks for nothing.
local SHORTEST_UNFINISHED = 3
local FILTERS = { path = true, kind = true, lang = true }

local function cut(word)
  return vim.fn.strchars(word) <= LONGEST_WORD and word
    or vim.fn.strcharpart(word, 0, LONGEST_WORD - 1) .. '…'
end

local function named(words)
  local shown = vim.tbl_map(function(word)
    return ('`%s`'):format(cut(word))
  end, vim.list_slice(words, 1, MOST_NAMED))
  local more = #words - MOST_NAMED
  return table.concat(shown, ', ') .. (more > 0 and (' and %d more'):format(more) or '')
end

--- The filter at the end of a query that has no value yet, or an open quote.
local function begun_filter(query)
  local typed = ' ' .. query
  local name = typed:match('%s(%a+):$') or typed:match('%s(%a+):"[^"]*$')
  return name and FILTERS[name:lower()] and typed:match('%s(%a+:"?[^"]*)$'):lower() or ''
end

---@param asked stemguard.Asked
---@return string[]
function M.of(words, asked)
  local begun = asked.prefix and begun_filter(asked.query) or ''
  local unheld, unpassed, short, left_out = {}, {}, {}, {}
  for _, report in ipairs(words) do
    local word = report.word
    local spoken = begun:find(word:lower(), 1, true) == nil
    if report.state == 'unknown' and spoken then
      table.insert(word:find(':', 1, true) and unpassed or unheld, word)
    elseif report.state == 'ignored' then
      local is_short = asked.prefix and vim.fn.strchars(word) < SHORTEST_UNFINISHED
      if not is_short then
        table.insert(left_out, word)
      elseif spoken then
        table.insert(short, word)
      end
    end
  end
  local said = {}
  if unheld[1] then
    table.insert(said, 'no unit holds ' .. named(unheld))
  end
  if unpassed[1] then
    table.insert(said, 'no unit passes ' .. named(unpassed))
  end
  for _, word in ipairs(short) do
    table.insert(said, ('`%s` is too short to be looked for while it is typed; a blank ends it'):format(word))
  end
  if left_out[1] then
    local verb = #left_out == 1 and 'was' or 'were'
    table.insert(said, ('%s %s not looked for'):format(named(left_out), verb))
  end
  return said
end

return M
