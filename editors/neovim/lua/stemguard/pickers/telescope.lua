--- Telescope, which sorts unless each entry has one score and no tie is broken.
local M = {}

---@param asked stemguard.Asked
---@param opts? table Telescope's own
function M.open(asked, opts)
  local channel = require('plenary.async.control').channel
  local config = require('telescope.config').values
  local search = require('stemguard.pickers.source').of(asked)
  opts = opts or {}
  require('telescope.pickers')
    .new(opts, {
      prompt_title = 'Stemguard: ' .. require('stemguard.modes').label(asked),
      default_text = asked.query,
      finder = require('telescope.finders').new_dynamic({
        fn = function(prompt)
          local send, receive = channel.oneshot()
          search(prompt or '', send)
          return receive()
        end,
        entry_maker = function(row)
          return {
            value = row,
            display = row.text,
            ordinal = row.text,
            filename = row.filename,
            lnum = row.lnum,
            col = row.col,
          }
        end,
      }),
      previewer = config.qflist_previewer(opts),
      sorter = require('telescope.sorters').highlighter_only(opts),
      tiebreak = function()
        return false
      end,
    })
    :find()
end

return M
