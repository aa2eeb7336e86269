--- Asks why a unit stands where it does.
local client = require('stemguard.client')
local modes = require('stemguard.modes')

local M = {}

local function at_cursor(encoding)
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local text = vim.api.nvim_get_current_line()
  local here = { line = line - 1, character = vim.str_utfindex(text, encoding, column, false) }
  return { start = here, ['end'] = here }
end

---@param location { uri: string, range: table? } without a range, the cursor's
---@param asked stemguard.Asked
---@param receive fun(text: string)
function M.show(location, asked, receive)
  client.with(asked.folder, function(server, failure)
    if not server then
      return require('stemguard.say').trouble(failure)
    end
    local params = modes.params(asked)
    params.location = {
      uri = location.uri,
      range = location.range or at_cursor(server.offset_encoding),
    }
    client.ask(asked.folder, 'stemguard/explain', params, function(result, sentence)
      if not result then
        return require('stemguard.say').trouble(sentence)
      end
      receive(result.text)
    end)
  end)
end

return M
