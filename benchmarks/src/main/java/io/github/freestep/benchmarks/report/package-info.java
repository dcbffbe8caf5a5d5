/** What commands leave behind for people and for programs: pages, charts, JSON, and what machine the figures are of. */
package io.github.freestep.benchmarks.report;
