--- What a person is told, in one sentence.
local M = {}

function M.note(sentence)
  vim.notify('Stemguard: ' .. sentence, vim.log.levels.INFO)
end

function M.trouble(sentence)
  vim.notify('Stemguard: ' .. sentence, vim.log.levels.WARN)
end

return M
