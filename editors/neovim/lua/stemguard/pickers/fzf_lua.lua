--- fzf-lua, whose live mode leaves both matching and order to the source.
local M = {}

---@param asked stemguard.Asked
function M.open(asked)
  local fzf = require('fzf-lua')
  local search = require('stemguard.pickers.source').of(asked)
  fzf.fzf_live(function(prompt)
    local query = type(prompt) == 'table' and prompt[1] or prompt
    return function(add)
      vim.schedule(function()
        search(query or '', function(rows)
          for _, row in ipairs(rows) do
            add(('%s:%d:%d:%s'):format(row.filename, row.lnum, row.col, row.text))
          end
          add(nil)
        end)
      end)
    end
  end, {
    prompt = 'Stemguard, ' .. require('stemguard.modes').label(asked) .. '> ',
    query = asked.query,
    exec_empty_query = false,
    previewer = 'builtin',
    actions = fzf.defaults.actions.files,
    fzf_opts = { ['--no-sort'] = true, ['--delimiter'] = ':', ['--with-nth'] = '4..' },
  })
end

return M
