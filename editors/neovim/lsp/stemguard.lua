-- Progress is listened to before the server starts, so that the first index is seen.
require('stemguard.progress')

return {
  cmd = { 'stemguard', 'serve' },
  root_markers = { '.stemguard.toml', '.git', '.hg', '.jj' },
  handlers = {
    ['window/showMessage'] = function(_, params, context)
      require('stemguard.client').hear(params.message, context.client_id)
    end,
  },
  root_dir = function(bufnr, on_dir)
    local folder = require('stemguard.folder').of_file(bufnr)
    if folder then
      on_dir(folder)
    end
  end,
}
