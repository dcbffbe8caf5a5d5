/** The set-up of Aeron that sender and receiver of states share. Public only for our other modules. */
package io.github.freestep.net.link;
