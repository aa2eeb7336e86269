--- What other plugins' pickers show: an answer's hits as places, in the server's order.
local answer = require('stemguard.answer')
local client = require('stemguard.client')
local modes = require('stemguard.modes')
local place = require('stemguard.place')

local M = {}

--- Asks for what stands in a prompt; what was asked before is cancelled.
---@param asked stemguard.Asked
---@return fun(query: string, receive: fun(rows: table[]))
function M.of(asked)
  local cancel = function() end
  return function(query, receive)
    cancel()
    if not query:match('%S') then
      return receive({})
    end
    asked.query, asked.prefix = query, true
    cancel = client.ask(asked.folder, 'stemguard/search', modes.params(asked), function(result, failure, server)
      if not result then
        require('stemguard.say').trouble(failure)
        return receive({})
      end
      local encoding, read = server.offset_encoding, place.reader()
      receive(vim.tbl_map(function(item)
        return vim.tbl_extend('error', place.of(item, encoding, read), {
          text = answer.where(item) .. '  ' .. answer.text(item, encoding),
        })
      end, result.items))
    end)
  end
end

return M
