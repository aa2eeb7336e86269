--- `:checkhealth stemguard`
local M = {}

local WAIT_MS = 5000

local function check_command(health, cmd)
  if type(cmd) ~= 'table' then
    return health.info('the server is started by a function of the configuration')
  end
  local sentence = require('stemguard.client').missing()
  if sentence then
    return health.error(sentence, { 'Install Stemguard, or set `cmd` with `vim.lsp.config`' })
  end
  local run, answer = pcall(function()
    return vim.system({ cmd[1], '--version' }, { text = true }):wait(WAIT_MS)
  end)
  if run and answer.code == 0 then
    health.ok(('`%s` is %s'):format(vim.fn.exepath(cmd[1]), vim.trim(answer.stdout)))
  else
    local why = run and answer.stderr or answer
    health.error(('`%s --version` fails: %s'):format(cmd[1], vim.trim(tostring(why))))
  end
end

local function check_client(health, client)
  health.ok(('server %d runs for %s, columns in %s'):format(
    client.id,
    client.root_dir or 'open files alone',
    client.offset_encoding
  ))
  local answer = client:request_sync('stemguard/status', vim.empty_dict(), WAIT_MS)
  if not answer or answer.err then
    return health.error('it does not say how it is: ' .. (answer and answer.err.message or 'no answer'))
  end
  if #answer.result.roots == 0 then
    health.warn(require('stemguard.client').warning(client) or 'no folder is indexed')
  end
  -- In the server's words, which come in the order of the roots with an empty line between two.
  local texts = vim.split(answer.result.text, '\n\n')
  for number, root in ipairs(answer.result.roots) do
    local is = 'index of ' .. texts[number]
    if root.state == 'ready' then
      health.ok(is)
    else
      health.info(is)
    end
    for _, notice in ipairs(root.notices) do
      health.warn(notice)
    end
  end
end

function M.check()
  -- Older versions have these under other names.
  local health = vim.health or require('health')
  local start, failed = health.start or health.report_start, health.error or health.report_error
  start('Stemguard')
  if vim.fn.has('nvim-0.11') == 0 then
    return failed('Stemguard needs Neovim 0.11 or newer')
  end
  health.ok('Neovim is ' .. tostring(vim.version()))
  check_command(health, vim.lsp.config.stemguard.cmd)
  local clients = vim.lsp.get_clients({ name = 'stemguard' })
  for _, client in ipairs(clients) do
    check_client(health, client)
  end
  if #clients == 0 then
    health.info('no server runs; the first search, or the first file opened, starts one')
  end
  local picker = (vim.g.stemguard or {}).picker or 'live'
  local needs = require('stemguard.pickers').needs[picker]
  if needs == nil then
    health.warn(('there is no picker `%s`'):format(picker))
  elseif needs and not pcall(require, needs) then
    health.warn(('the picker `%s` is not installed; our own list is shown instead'):format(picker))
  else
    health.ok(('the picker is `%s`'):format(picker))
  end
end

return M
