/**
 * What artifacts besides this one may call, and users may not: its types may change with every version. {@code
 * RefreshLine} is for samplers, and for the pacer of {@code freestep-display}.
 */
package io.github.freestep.render.spi;
