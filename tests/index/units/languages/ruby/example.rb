# frozen_string_literal: true

require "set"

# What can be drawn.
#
# Nothing else can.
module Drawing
  # The most corners that a shape may have.
  LIMIT = 64
  WIDE, HIGH = 1, 2 # in metres
  CACHE ||= {}

  # A place on the map.
  class Point < Base
    include Comparable
    attr_reader :left, :right
    # Shown beside it.
    attr_accessor "label"
    alias to_str to_s
    alias_method :equal?, :==

    # Starts at the origin.
    def initialize(label)
      @label = label
      local = 1
    end

    def empty? = false

    def label=(label)
      @label = label
    end

    def <=>(other)
      0
    end

    # Made by its name.
    def self.named(name)
      new(name)
    end

    class << self
      def origin; end
    end

    # Known to itself alone.
    private def secret; end

    define_method(:made) { 1 }

    class Error < StandardError; end
  end

  # Holds two values.
  Pair = Struct.new(:first, :second) do
    def swap
      Pair.new(second, first)
    end
  end

  Failure = Class.new(StandardError)
  Size = Data.define(:wide)

  module_function

  def draw(shape)
    shape.each { |corner| corner }
  end
end

# Not about Wide, as a line is empty between them.

class Drawing::Deep::Wide
  STATES = %w[open shut].freeze
end

=begin
Opens a drawing.
=end
def open(path)
end

def Drawing.close
end

Drawing::VERSION = "1.0"
