"""
Shapes, and where they are drawn.
"""
module Shapes

using LinearAlgebra
import Base: show, +

export Point, add

# The most corners.
const LIMIT = 64
const first, second = 1, 2
drawn = 0

"Any number of metres."
const Metres = Dict{String,Float64}

Places{T} = Dict{T,Point}

"""
    Shape{T}

What can be drawn.
"""
abstract type Shape{T} <: Any end

primitive type Small <: Unsigned 8 end

"North and its like."
@enum Direction north south=2
@enum Turn::UInt8 begin
    left
    right = 3
end

"""
A place on the map.
"""
struct Point{N<:Number} <: Shape{N}
    x::N # from the left
    "from above"
    y::N
    label

    "Without a height."
    Point(x) = new{typeof(x)}(x, x, "")
    function Point{N}(x, y) where {N}
        new(x, y, "")
    end
end

mutable struct Counter
    const limit::Int
    count::Int = 0
end

"""
    add(point, by)

Adds to a point.
"""
function add(point::Point{N}, by::N; times::Int=1)::Point{N} where {N<:Number}
    total = by * times
    local_one(n) = n + 1
    function inner(n)
        n
    end
    return Point(point.x + total)
end

# Not about twice, as a line is empty between them.

twice(n) = n * 2
half(n::T) where {T} = n / 2
typed(n)::Int = n

function later end

function Base.show(io::IO, point::Point)
    print(io, point.label)
end

Base.length(c::Counter) = c.count
(+)(one::Point, other::Point) = add(one, other.x)
function -(one::Point)
    one
end
Base.:(==)(one::Point, other::Point) = true
(c::Counter)(by) = c.count += by

thrice = n -> n * 3

"Says it twice."
macro twice(expression)
    quote
        $(esc(expression))
        $(esc(expression))
    end
end

@inline function fast(n)
    n
end

@inline quick(n) = n

"""
Says which is larger.
"""
@generated function larger(a, b)
    :(a)
end

if VERSION >= v"1.6"
    newer() = true
end

@testset "shapes" begin
    @test add(1, 2) == 3
end

baremodule Inner
    hidden() = 1
end

end # module
