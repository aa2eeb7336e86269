--- Finds the server of a folder, or starts it, and asks it.
local progress = require('stemguard.progress')

local M = {}

local NAME = 'stemguard'
--- What Neovim tells of neither start nor end by a call is looked at this often.
local LOOK_MS = 20
local STOPPING_MS = 3000

M.ENDED = 'the server ended; the next search starts it again'

local asking = 0
local heard = {} ---@type table<integer, { sentence: string, told: boolean }> the last by client

local function folders(client)
  return vim.tbl_map(function(folder)
    return vim.uri_to_fname(folder.uri)
  end, client.workspace_folders or {})
end

local function live()
  return vim.iter(vim.lsp.get_clients({ name = NAME })):filter(function(client)
    return not client:is_stopped()
  end)
end

--- The running client that has a folder for its own, and not within a larger one.
---@return vim.lsp.Client?
function M.of(folder)
  return live():find(function(client)
    return vim.list_contains(folders(client), folder)
  end)
end

--- The innermost folder of a running client around a path.
---@return string?
function M.folder_around(path)
  local innermost
  live():each(function(client)
    for _, folder in ipairs(folders(client)) do
      if vim.fs.relpath(folder, path) and #folder > #(innermost or '') then
        innermost = folder
      end
    end
  end)
  return innermost
end

--- Why no server can be started, or nil.
---@return string?
function M.missing()
  local cmd = vim.lsp.config[NAME].cmd
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    return ('the command `%s` was not found; :help stemguard-server says how to get or name it'):format(
      cmd[1]
    )
  end
end

--- Calls back when `done` gives something, with that.
local function await(done, receive)
  local timer = assert(vim.uv.new_timer())
  timer:start(
    0,
    LOOK_MS,
    vim.schedule_wrap(function()
      local result = not timer:is_closing() and done()
      if result then
        timer:close()
        receive(result)
      end
    end)
  )
  return function()
    if not timer:is_closing() then
      timer:close()
    end
  end
end

--- Open files keep being searched as they stand, also after a crash.
local function attach(client_id, folder)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local name = vim.api.nvim_buf_get_name(bufnr)
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].buftype == '' and name ~= '' then
      if vim.fs.relpath(folder, name) then
        vim.lsp.buf_attach_client(bufnr, client_id)
      end
    end
  end
end

--- The last thing that a server warned of, which whoever asks for it tells.
---@param client vim.lsp.Client
---@return string?
function M.warning(client)
  local last = heard[client.id]
  if last then
    last.told = true
    return last.sentence
  end
end

--- Why there was nothing to answer from, as far as the server said.
---@return string?
function M.reason(result, client)
  return result.index.state == 'empty' and M.warning(client) or nil
end

--- Whether the same question may soon have another answer, or a reason why there is none.
function M.waits(result, client)
  local state = result.index.state
  return state == 'indexing' or (state == 'empty' and not M.warning(client))
end

--- Tells what a server warns of, unless the answer on its way does; over a live list it would
--- be a prompt that waits for a key.
function M.hear(sentence, client_id)
  local one = { sentence = sentence:gsub('%.$', ''), told = false }
  heard[client_id] = one
  await(function()
    return one.told or (asking == 0 and vim.bo.filetype ~= 'stemguard-prompt')
  end, function()
    if not one.told then
      require('stemguard.say').trouble(one.sentence)
    end
  end)
end

---@param receive fun(client?: vim.lsp.Client, sentence?: string)
function M.with(folder, receive)
  local client = M.of(folder)
  if client then
    return receive(client)
  end
  local sentence = M.missing()
  if sentence then
    return receive(nil, sentence)
  end
  local config = vim.tbl_extend('force', vim.lsp.config[NAME], { name = NAME, root_dir = folder })
  local id = vim.lsp.start(config, { attach = false, silent = true })
  local started = id and vim.lsp.get_client_by_id(id)
  if not started then
    return receive(nil, 'the server could not be started; :Stemguard log shows why')
  end
  await(function()
    return (started.initialized or started:is_stopped()) and started
  end, function()
    if started:is_stopped() then
      return receive(nil, 'the server ended while it started; :Stemguard log shows why')
    end
    attach(started.id, folder)
    receive(started)
  end)
end

--- Asks the server of a folder; calls back once, unless the function that is returned was called before.
---@param receive fun(result?: table, sentence?: string, client?: vim.lsp.Client)
---@return fun() cancel
function M.ask(folder, method, params, receive)
  local over = false
  local cancel_request = function() end
  asking = asking + 1
  local function finish(result, sentence, client)
    if not over then
      over = true
      asking = asking - 1
      progress.trouble(sentence)
      receive(result, sentence, client)
    end
  end
  M.with(folder, function(client, sentence)
    if over then
      return
    elseif not client then
      return finish(nil, sentence)
    end
    local forget = await(function()
      return client:is_stopped()
    end, function()
      finish(nil, M.ENDED)
    end)
    local sent, id = client:request(method, params, function(failure, result)
      forget()
      finish(result, failure and failure.message, client)
    end)
    cancel_request = function()
      forget()
      -- One that was answered a moment ago would be noted as an error in the log.
      if sent and client.requests[id] then
        client:cancel_request(id)
      end
    end
  end)
  return function()
    if not over then
      over = true
      asking = asking - 1
      cancel_request()
    end
  end
end

--- Ends the server of a folder and starts it again.
function M.restart(folder, receive)
  local client = M.of(folder)
  if not client then
    return M.with(folder, receive)
  end
  client:stop()
  vim.defer_fn(function()
    client:stop(true)
  end, STOPPING_MS)
  await(function()
    return client:is_stopped()
  end, function()
    M.with(folder, receive)
  end)
end

return M
