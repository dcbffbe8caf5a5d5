/**
 * What artifacts besides this one may call, and users may not: its types may change with every version. {@code
 * ChosenFrame} is for {@code freestep-past}, which keeps states of its own and shows them as a sampler would.
 */
package io.github.freestep.render.spi;
