local socket = require("socket")
local json = require 'lib.json'

local M = {}
local MAX_CLIENTS = 8

---@class Client
local Client = setmetatable({}, { __index = Base })
Client.__index = Client

function Client.new(host, port)
  local self = setmetatable({ host = host }, Client)
  self.socket = socket.connect(host, port or M.default_port)
  return self
end

function Client:send(message)
  local data = json.encode(message)
  self.socket:write(data)
  log.info(format_size(#data))
end

local function retry(times, action)
  for _ = 1, times do
    if pcall(action) then return true end
  end
end

M.connect = function(host)
  return retry(3, function() return Client.new(host) end)
end

M.handlers = {
  on_close = function(client) client:shutdown(MAX_CLIENTS) end,
}

function run(...)
  M.connect(...)
end

return M
