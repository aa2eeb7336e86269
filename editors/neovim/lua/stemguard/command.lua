--- `:Stemguard`: what its words do, and how they are completed.
local say = require('stemguard.say')

local M = {}

local function here(use)
  require('stemguard.folder').current(use)
end

local function search(mode)
  return function(query, live)
    if live or query == '' then
      require('stemguard').live({ mode = mode, query = query })
    else
      require('stemguard').search(query, { mode = mode })
    end
  end
end

---@type table<string, fun(rest: string, bang: boolean)>
local words = {
  any = search('any'),
  all = search('all'),
  names = search('names'),
}

function words.why()
  require('stemguard').why()
end

function words.status()
  here(function(folder)
    require('stemguard.client').ask(folder, 'stemguard/status', vim.empty_dict(), function(result, failure)
      if not result then
        return say.trouble(failure)
      end
      require('stemguard.sheet').show('status', result.text)
    end)
  end)
end

function words.rebuild()
  here(function(folder)
    local params = { command = 'stemguard.rebuild', arguments = {} }
    require('stemguard.client').ask(folder, 'workspace/executeCommand', params, function(result, failure)
      if not result then
        return say.trouble(failure)
      end
      say.note('the index was made anew')
    end)
  end)
end

function words.restart()
  here(function(folder)
    require('stemguard.client').restart(folder, function(client, failure)
      if client then
        say.note('the server was started again')
      else
        say.trouble(failure)
      end
    end)
  end)
end

function words.log()
  local path = vim.lsp.log.get_filename()
  if not vim.uv.fs_stat(path) then
    return say.note('there is no log yet')
  end
  vim.cmd.split(vim.fn.fnameescape(path))
  vim.cmd('normal! G')
end

---@param args string what stands after the command
---@param bang boolean
function M.run(args, bang)
  local word, rest = args:match('^%s*(%S*)%s*(.-)%s*$')
  word = word ~= '' and word or 'any'
  if words[word] then
    words[word](rest, bang)
  else
    local known = vim.tbl_keys(words)
    table.sort(known)
    say.trouble(('there is no `%s`; there are %s'):format(word, table.concat(known, ', ')))
  end
end

--- Earlier queries of a mode from the command line's history, the latest first.
local function earlier(mode, begun)
  local found, known = {}, {}
  for at = vim.fn.histnr('cmd'), 1, -1 do
    local before, query = vim.fn.histget('cmd', at):match('^%s*Stemguard!?%s+(%S+)%s+(.-)%s*$')
    if before == mode and query ~= '' and vim.startswith(query, begun) and not known[query] then
      known[query] = true
      table.insert(found, query)
    end
  end
  return found
end

---@param line string the command line up to the cursor
---@return string[]
function M.complete(line)
  local word, gap, query = line:match('^.-Stemguard!?%s+(%S*)(%s*)(.*)$')
  if not word then
    return {}
  elseif gap == '' then
    local known = vim.tbl_filter(function(name)
      return vim.startswith(name, word)
    end, vim.tbl_keys(words))
    table.sort(known)
    return known
  elseif not require('stemguard.modes').all[word] then
    return {}
  end
  -- Neovim replaces the last word alone, so what stands before it must not come twice.
  local kept = query:match('^(.*%s)%S*$') or ''
  return vim.tbl_map(function(found)
    return found:sub(#kept + 1)
  end, earlier(word, query))
end

return M
