--- The live list: a prompt, the answer to what stands in it, and a preview, in the server's order.
local answer = require('stemguard.answer')
local client = require('stemguard.client')
local layout = require('stemguard.layout')
local modes = require('stemguard.modes')
local place = require('stemguard.place')
local preview = require('stemguard.preview')
local rows = require('stemguard.rows')

local M = {}

--- While files come in, the same is asked again so often.
local AGAIN_MS = 500
local SEARCHING = ' searching '
local KEYS = ' ^G any/all/names  ^S code/documents  ^E why  ^Q quickfix '

---@class stemguard.Live
---@field asked stemguard.Asked
---@field windows { prompt: integer, list: integer, view: integer? }
---@field result table? what the list shows
---@field encoding string
---@field server vim.lsp.Client? that gave it
---@field at integer the row that is chosen, from 1
---@field number integer of the latest request
---@field key string? what the latest request asked for; nil after it failed
---@field is_answered boolean whether the list shows the answer to it
---@field waiting fun()[] what was pressed before that answer came
local Live = {}
Live.__index = Live

local function scratch(filetype)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.b[bufnr].completion = false
  if filetype then
    vim.bo[bufnr].filetype = filetype
  end
  return bufnr
end

local function bordered(config)
  return vim.tbl_extend('force', config, { border = 'rounded' })
end

---@param asked stemguard.Asked
function M.open(asked)
  if not layout.fits(vim.o.columns, vim.o.lines) then
    local sentence = 'the screen is too small for the live list; `:Stemguard any copy` fills the quickfix list'
    return require('stemguard.say').trouble(sentence)
  end
  require('stemguard.highlights').define()
  asked.prefix = true
  local self = setmetatable({
    asked = asked,
    origin = vim.api.nvim_get_current_win(),
    cancel = function() end,
    number = 0,
    at = 1,
    waiting = {},
    windows = {},
  }, Live)
  local places = layout.of(vim.o.columns, vim.o.lines)
  for _, part in ipairs({ 'view', 'list', 'prompt' }) do
    if places[part] then
      self:put(part, places[part])
    end
  end
  vim.wo[self.windows.list].cursorline = true
  self.prompt = vim.api.nvim_win_get_buf(self.windows.prompt)
  vim.api.nvim_buf_set_lines(self.prompt, 0, -1, false, { asked.query })
  self:bind()
  vim.api.nvim_win_set_config(self.windows.list, { title = KEYS, title_pos = 'right' })
  vim.cmd('startinsert!')
  self:ask()
  return self
end

function Live:put(part, where)
  local bufnr = scratch(part == 'prompt' and 'stemguard-prompt' or nil)
  local window = vim.api.nvim_open_win(bufnr, part == 'prompt', bordered(where))
  vim.wo[window].wrap = false
  self.windows[part] = window
end

function Live:take_down()
  for _, window in pairs(self.windows) do
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_close(window, true)
    end
  end
  if vim.api.nvim_win_is_valid(self.origin) then
    vim.api.nvim_set_current_win(self.origin)
  end
end

--- Ends everything that belongs to it, then does `after`; what comes in later does nothing.
---@param after? fun()
function Live:close(after)
  if self.closed then
    return
  end
  self.closed = true
  self.cancel()
  vim.api.nvim_clear_autocmds({ group = self.group })
  local function finish()
    self:take_down()
    if after then
      after()
    end
  end
  if vim.api.nvim_get_mode().mode:sub(1, 1) ~= 'i' then
    return finish()
  end
  -- Leaving insert mode moves the cursor of the window that is current then: it must still be ours.
  vim.api.nvim_create_autocmd('ModeChanged', {
    group = self.group,
    pattern = 'i*:*',
    once = true,
    callback = vim.schedule_wrap(finish),
  })
  vim.cmd('stopinsert')
end

function Live:bind()
  local function key(keys, what, does)
    for _, lhs in ipairs(keys) do
      vim.keymap.set({ 'i', 'n' }, lhs, does, { buffer = self.prompt, nowait = true, desc = what })
    end
  end
  local function open(way)
    return function()
      self:go(way)
    end
  end
  local function move(by, page)
    return function()
      self:when_answered(function()
        local lines = page and vim.api.nvim_win_get_height(self.windows.list) or 1
        self:choose(self.at + by * lines)
      end)
    end
  end
  key({ '<CR>' }, 'Open', open('here'))
  key({ '<C-x>' }, 'Open in a split', open('split'))
  key({ '<C-v>' }, 'Open in a vertical split', open('vsplit'))
  key({ '<C-t>' }, 'Open in a tab', open('tab'))
  key({ '<Down>', '<C-n>' }, 'Next', move(1))
  key({ '<Up>', '<C-p>' }, 'Previous', move(-1))
  key({ '<PageDown>' }, 'Next page', move(1, true))
  key({ '<PageUp>' }, 'Previous page', move(-1, true))
  key({ '<C-f>' }, 'Scroll the preview down', function()
    self:scroll('\4')
  end)
  key({ '<C-b>' }, 'Scroll the preview up', function()
    self:scroll('\21')
  end)
  key({ '<C-g>' }, 'Any word, all words, names', function()
    self.asked.mode = modes.after(modes.order, self.asked.mode)
    self:ask()
  end)
  key({ '<C-s>' }, 'Code, documents, both', function()
    self.asked.sources = modes.after(modes.sources, self.asked.sources)
    self:ask()
  end)
  key({ '<C-e>' }, 'Why this ranks here', function()
    self:why()
  end)
  key({ '<C-q>' }, 'Send to the quickfix list', function()
    self:to_quickfix()
  end)
  key({ '<Esc>', '<C-c>' }, 'Close', function()
    self:close()
  end)

  for lhs, does in pairs({ ['<LeftMouse>'] = self.click, ['<2-LeftMouse>'] = self.double_click }) do
    vim.keymap.set({ 'i', 'n' }, lhs, function()
      does(self)
    end, { buffer = self.prompt })
  end

  self.group = vim.api.nvim_create_augroup('stemguard.live', {})
  vim.api.nvim_create_autocmd('WinLeave', {
    group = self.group,
    buffer = self.prompt,
    callback = vim.schedule_wrap(function()
      self:close()
    end),
  })
  vim.api.nvim_create_autocmd('VimResized', {
    group = self.group,
    callback = function()
      self:place()
    end,
  })
  vim.api.nvim_buf_attach(self.prompt, false, {
    on_lines = vim.schedule_wrap(function()
      self:ask()
    end),
  })
end

function Live:place()
  local places = layout.of(vim.o.columns, vim.o.lines)
  for _, part in ipairs({ 'view', 'list', 'prompt' }) do
    local window = self.windows[part]
    if window and places[part] then
      vim.api.nvim_win_set_config(window, bordered(places[part]))
    elseif window then
      vim.api.nvim_win_close(window, true)
      self.windows[part] = nil
    elseif places[part] then
      self:put(part, places[part])
    end
  end
  self:label(self.summary or '')
  self:draw()
end

--- Says above the prompt how it searches, and under the list how much was found.
function Live:label(below)
  local label = (' Stemguard: %s '):format(modes.label(self.asked))
  vim.api.nvim_win_set_config(self.windows.prompt, { title = label })
  vim.api.nvim_win_set_config(self.windows.list, { footer = below })
end

--- Asks for what stands in the prompt, unless that was asked; what was asked before is cancelled.
function Live:ask()
  if self.closed then
    return
  end
  local query = table.concat(vim.api.nvim_buf_get_lines(self.prompt, 0, -1, false), ' ')
  local key = table.concat({ self.asked.mode, self.asked.sources or '', query }, ' ')
  if key == self.key then
    return
  end
  self.cancel()
  self.asked.query, self.key = query, key
  self.number = self.number + 1
  self.is_answered, self.waiting = false, {}
  if not query:match('%S') then
    self.result, self.summary, self.is_answered = nil, nil, true
    self:label('')
    return self:draw()
  end
  self:label(self.result and self.summary or SEARCHING)
  self:request(false)
end

--- Does at once, or when the answer to what stands in the prompt is there, what was pressed.
---@param does fun()
function Live:when_answered(does)
  -- The prompt tells of its changes later than the keys typed with them.
  self:ask()
  if self.is_answered then
    does()
  elseif self.key then
    table.insert(self.waiting, does)
    self:label(SEARCHING)
  end
end

---@param is_second boolean whether the server ended when it was asked the same
function Live:request(is_second)
  local number = self.number
  local params = modes.params(self.asked)
  self.cancel = client.ask(self.asked.folder, 'stemguard/search', params, function(result, failure, server)
    if failure == client.ENDED and not is_second then
      return self:request(true)
    end
    if not self.is_answered then
      self.at = 1
    end
    self.result, self.server = result, server
    self.encoding = server and server.offset_encoding
    self.read = place.reader()
    local reason = result and client.reason(result, server)
    self.summary = (' %s '):format(result and answer.summary(result, reason) or failure)
    local waits = result and client.waits(result, server)
    -- While a first index is made, what was pressed is for the first hits there are.
    self.is_answered = result ~= nil and (#result.items > 0 or not waits)
    self.key = result and self.key or nil
    self:label(self.summary)
    self:draw()
    if not result then
      self.waiting = {}
      return
    end
    if waits or result.index.pending > 0 then
      vim.defer_fn(function()
        if not self.closed and number == self.number then
          self:request(false)
        end
      end, AGAIN_MS)
    end
    while self.is_answered and self.waiting[1] and not self.closed do
      table.remove(self.waiting, 1)()
    end
  end)
end

function Live:items()
  return self.result and self.result.items or {}
end

function Live:draw()
  rows.draw(self.windows.list, self:items(), self.encoding)
  self.shown = nil
  self:choose(self.at)
end

--- Chooses a row and shows it in the preview.
function Live:choose(at)
  self.at = math.max(math.min(at, #self:items()), 1)
  vim.api.nvim_win_set_cursor(self.windows.list, { self.at, 0 })
  local view, item = self.windows.view, self:items()[self.at]
  if view and item then
    self.shown = preview.show(view, item, self.encoding, self.read, self.shown)
  elseif view then
    preview.text(view, '')
  end
end

function Live:scroll(key)
  if self.windows.view then
    vim.api.nvim_win_call(self.windows.view, function()
      vim.cmd('normal! ' .. key)
    end)
  end
end

--- Chooses the row under the mouse; a click outside of the list closes it.
function Live:click()
  local mouse = vim.fn.getmousepos()
  if mouse.winid ~= self.windows.list then
    return not vim.list_contains(vim.tbl_values(self.windows), mouse.winid) and self:close()
  end
  self:choose(mouse.line)
end

function Live:double_click()
  if vim.fn.getmousepos().winid == self.windows.list then
    self:go('here')
  end
end

function Live:go(way)
  self:when_answered(function()
    local item = self:items()[self.at]
    if item then
      self:close(function()
        require('stemguard').remember(self.asked)
        require('stemguard.opening').go(item, self.encoding, way)
      end)
    end
  end)
end

function Live:to_quickfix()
  self:when_answered(function()
    if self.result then
      self:close(function()
        require('stemguard').remember(self.asked)
        require('stemguard.quickfix').fill(self.result, self.server, self.asked)
        vim.cmd('botright copen')
      end)
    end
  end)
end

function Live:why()
  self:when_answered(function()
    self:explain()
  end)
end

function Live:explain()
  local item, number = self:items()[self.at], self.number
  if not item or not self.windows.view then
    return
  end
  local location = { uri = item.location.uri, range = item.selectionRange }
  require('stemguard.why').show(location, self.asked, function(text)
    if not self.closed and number == self.number then
      preview.text(self.windows.view, text)
      self.shown = nil
    end
  end)
end

return M
