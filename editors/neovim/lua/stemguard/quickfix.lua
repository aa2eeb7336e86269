--- The quickfix list of an answer, in the server's order.
local answer = require('stemguard.answer')
local client = require('stemguard.client')
local place = require('stemguard.place')
local say = require('stemguard.say')

local M = {}

local MARK = 'stemguard'
--- While files come in, the same is asked again so often.
local AGAIN_MS = 500

--- Of the searches; a later one ends the asking of an earlier one.
local latest = 0

---@param list? integer the id of the list to replace; else a new one
---@return integer list
function M.fill(result, server, asked, list)
  local summary = answer.summary(result, client.reason(result, server))
  local encoding, read = server.offset_encoding, place.reader()
  local items = vim.tbl_map(function(item)
    return vim.tbl_extend('error', place.of(item, encoding, read), {
      text = answer.text(item, encoding),
      user_data = { [MARK] = { uri = item.location.uri, range = item.selectionRange } },
    })
  end, result.items)
  vim.fn.setqflist({}, list and 'r' or ' ', {
    id = list,
    title = ('Stemguard %s: %s (%s)'):format(asked.mode, asked.query, summary),
    items = items,
    context = { [MARK] = asked },
    idx = list and vim.fn.getqflist({ id = list, idx = 0 }).idx or nil,
  })
  return list or vim.fn.getqflist({ id = 0 }).id
end

--- Fills a new list with an answer and shows it; asks again while a first index is being made.
---@param asked stemguard.Asked
---@param params table
function M.search(asked, params)
  latest = latest + 1
  local number, list, shown = latest, nil, false
  local function again()
    client.ask(asked.folder, 'stemguard/search', params, function(result, failure, server)
      if number ~= latest then
        return
      elseif not result then
        return say.trouble(failure)
      elseif list and vim.fn.getqflist({ id = list }).id ~= list then
        return
      end
      list = M.fill(result, server, asked, list)
      local waits = client.waits(result, server)
      if #result.items > 0 and not shown then
        shown = true
        vim.cmd('botright copen')
      elseif #result.items == 0 and not waits then
        say.note(answer.summary(result, client.reason(result, server)))
      end
      if waits then
        vim.defer_fn(again, AGAIN_MS)
      end
    end)
  end
  again()
end

--- What a window of a list shows and what was asked for it; nil in other windows.
local function listed(window)
  local is = vim.fn.getwininfo(window)[1]
  if is and is.quickfix == 1 then
    local what = { items = 0, context = 0 }
    local list = is.loclist == 1 and vim.fn.getloclist(window, what) or vim.fn.getqflist(what)
    return list.items, type(list.context) == 'table' and list.context[MARK] or nil
  end
end

--- The folder that the list of a window is of; nil for a list that is not ours.
function M.folder_of(window)
  local _, asked = listed(window)
  return asked and asked.folder
end

--- The place under the cursor of a list's window and what was asked for it; nil elsewhere.
function M.under_cursor()
  local items, asked = listed(vim.api.nvim_get_current_win())
  local item = items and items[vim.fn.line('.')]
  local ours = item and type(item.user_data) == 'table' and item.user_data[MARK]
  if ours and asked then
    return ours, asked
  end
end

return M
