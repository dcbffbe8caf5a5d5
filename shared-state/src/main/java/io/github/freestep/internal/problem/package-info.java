/** Gathers problems, limits how often they are reported, and reports them on a thread of their own. */
package io.github.freestep.internal.problem;
