/** Keeps the states of the last seconds, to the last bit. Not for users; exported to Freestep's renderer. */
package io.github.freestep.history;
