/** Placeholder. */
package io.github.freestep.state;
