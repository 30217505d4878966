module Orbits
using LinearAlgebra
import ..Units: Length
include("constants.jl")

const GRAVITY = 6.674e-11

abstract type Body end

#= struct Hidden end =#
struct Planet{T<:Real} <: Body
    mass::T
    position::Vector{T}
end

mutable struct System
    bodies::Vector{Body}
end

macro timed(expr)
    :(measure($expr))
end

function force(a::Body, b::Body)
    offset = b.position - a.position
    return GRAVITY * a.mass * b.mass / norm(offset)^2
end

step!(system::System, dt) = foreach(body -> advance!(body, dt), system.bodies)

function Base.show(io::IO, planet::Planet)
    print(io, "Planet ", planet.mass)
end
end
