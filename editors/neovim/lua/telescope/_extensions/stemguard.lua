--- `:Telescope stemguard any`, `all` and `names`.
local function open(mode)
  return function(opts)
    require('stemguard.folder').current(function(folder)
      require('stemguard.pickers.telescope').open({ folder = folder, mode = mode, query = '' }, opts)
    end)
  end
end

return require('telescope').register_extension({
  exports = { stemguard = open('any'), any = open('any'), all = open('all'), names = open('names') },
})
