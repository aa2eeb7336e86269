--- The highlight groups, each a link that a colour scheme or a user may set otherwise.
local M = {}

local links = {
  StemguardMatch = 'Search',
  StemguardName = 'Function',
  StemguardKind = 'Type',
  StemguardWhere = 'Directory',
  StemguardEvidence = 'Comment',
}

function M.define()
  for group, link in pairs(links) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
end

return M
