--- Draws shapes.
-- @module shapes
local base = require("base")

local M = {}

--- The most corners that a shape may have.
M.LIMIT = 64
local WIDE <const> = 1 -- in metres
local HIGH = 2
local quiet = false

--- A place on the map.
-- @param x to the right
function M.point(x)
  local unseen = 1
  local function helper() return unseen end
  return helper()
end

--[[
Moves it.
]]
function M.Point:move(dx)
  self.x = self.x + dx
end

-- Known here alone.
local function secret() end

-- Not about closed, as a line is empty between them.

function closed() end

M.open = function(path)
  return path
end

local later = function() end

local first, second = 1, function() end

-- What is called by name.
local handlers = {
  -- Up.
  north = function() end,
  ["due-east"] = function() end,
  limit = 3,
  deep = {
    south = function() end,
  },
}

-- What another file may have defined.
local unpack = table.unpack or function() end

M.close = M.close or M.open and function(path)
  return path
end

M.known = M.known or {
  east = M.east or function() end,
}

return {
  exported = function() end,
}
