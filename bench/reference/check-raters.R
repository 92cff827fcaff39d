# Reads lines of bench/reference/check-raters.mjs from stdin and prints what psych says of each: six ICCs, or κ plain and quadratic.
if (!suppressWarnings(requireNamespace("psych", quietly = TRUE))) {
  cat("Skipped: there is no package psych. Install r-cran-psych to check against it.\n")
  quit(status = 0)
}

read_table <- function(words) {
  sizes <- as.integer(words[2:3])
  matrix(as.numeric(words[-(1:3)]), nrow = sizes[1], ncol = sizes[2], byrow = TRUE)
}

for (line in readLines(file("stdin"))) {
  words <- strsplit(line, " ", fixed = TRUE)[[1]]
  table <- read_table(words)
  found <- if (words[1] == "icc") {
    psych::ICC(table, lmer = FALSE)$results$ICC
  } else {
    kappa <- psych::cohen.kappa(table)
    c(kappa$kappa, kappa$weighted.kappa)
  }
  cat(paste(sprintf("%.15g", found), collapse = " "), "\n", sep = "")
}
