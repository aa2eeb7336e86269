--- snacks, which keeps the order of a live source whose items are sorted by their index alone.
local M = {}

---@param asked stemguard.Asked
function M.open(asked)
  local search = require('stemguard.pickers.source').of(asked)
  require('snacks').picker.pick({
    title = 'Stemguard: ' .. require('stemguard.modes').label(asked),
    search = asked.query,
    live = true,
    supports_live = true,
    sort = { fields = { 'idx' } },
    format = 'text',
    preview = 'file',
    finder = function(_, context)
      return function(add)
        local found = {}
        vim.schedule(function()
          search(context.filter.search, function(rows)
            found = rows
            context.async:resume()
          end)
        end)
        context.async:suspend()
        for _, row in ipairs(found) do
          add({
            text = row.text,
            file = row.filename,
            pos = { row.lnum, row.col - 1 },
            end_pos = { row.end_lnum, row.end_col - 1 },
          })
        end
      end
    end,
  })
end

return M
