/**
 * What artifacts besides this one may call, and users may not: its types may change with every version. {@code
 * ChosenFrame} is for {@code freestep-past}, which keeps states of its own and shows them as a sampler would. {@code
 * RefreshLine} is for samplers, and for the pacer of {@code freestep-display}.
 */
package io.github.freestep.render.spi;
