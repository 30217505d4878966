library(dplyr)
require("ggplot2")
source("helpers.R")

DEFAULT_BINS <- 30
palette = c("red", "blue")

#' Reads measurements.
read_measurements <- function(path, bins = DEFAULT_BINS) {
  raw <- utils::read.csv(path)
  clean <- raw |> drop_missing() |> dplyr::mutate(bin = cut(value, bins))
  inner <- function(x) x + 1
  sapply(clean$value, inner)
}

summarise_by = function(data, key) {
  data %>% group_by({{ key }}) %>% summarise(mean = mean(value))
}

setClass("Series", representation(points = "numeric"))
setGeneric("rescale", function(object, ...) standardGeneric("rescale"))
setMethod("rescale", "Series", function(object, ...) {
  object@points <- scale_points(object@points)
  object
})

Account <- R6::R6Class("Account",
  public = list(
    balance = 0,
    deposit = function(amount) {
      self$balance <- self$balance + check_amount(amount)
    }
  )
)

print.series <- \(x, ...) cat(format(x), "\n")
