/**
 * Hosts of Minie and SiO2 for {@code compare --peers}, on a class path without Freestep's engines. Each is the smallest
 * honest program, with the best settings that the peer's documentation names.
 */
package io.github.freestep.peers;
