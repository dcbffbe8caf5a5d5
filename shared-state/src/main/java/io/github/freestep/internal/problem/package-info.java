/** Gathers problems, limits how often they are reported, and reports them on a separate thread. */
package io.github.freestep.internal.problem;
