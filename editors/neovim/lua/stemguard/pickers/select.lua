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
    local now = { folder = asked.folder, mode = asked.mode, query = query }
    require('stemguard').search(query, {
      mode = asked.mode,
      on_answer = function(result, client)
        local reason = require('stemguard.client').reason(result, client)
        local summary = answer.summary(result, reason)
        if #result.items == 0 then
          return require('stemguard.say').note(summary)
        end
        local encoding = client.offset_encoding
        vim.ui.select(result.items, {
          prompt = summary,
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
