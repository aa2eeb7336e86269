--- `vim.ui.input` for the query, then `vim.ui.select` for the hits: not live, as neither is.
local answer = require('stemguard.answer')

local M = {}

---@param asked stemguard.Asked
function M.open(asked)
  local label = require('stemguard.modes').label(asked)
  vim.ui.input({ prompt = ('Stemguard, %s: '):format(label), default = asked.query }, function(query)
    if not query or query == '' then
      return
    end
    require('stemguard').search(query, {
      mode = asked.mode,
      on_answer = function(result, client)
        if #result.items == 0 then
          return require('stemguard.say').note(answer.summary(result))
        end
        local encoding = client.offset_encoding
        vim.ui.select(result.items, {
          prompt = answer.summary(result),
          kind = 'stemguard',
          format_item = function(item)
            return answer.where(item) .. '  ' .. answer.text(item, encoding)
          end,
        }, function(item)
          if item then
            require('stemguard.opening').go(item, encoding, 'here')
          end
        end)
      end,
    })
  end)
end

return M
