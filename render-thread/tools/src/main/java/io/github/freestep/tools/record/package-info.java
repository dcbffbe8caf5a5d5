/** The commands {@code record}, {@code replay} and {@code inspect}, for runs of a simulation. */
package io.github.freestep.tools.record;
