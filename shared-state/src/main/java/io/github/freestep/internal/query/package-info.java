/** How queries add hits, and how the states of two runs are compared. */
package io.github.freestep.internal.query;
