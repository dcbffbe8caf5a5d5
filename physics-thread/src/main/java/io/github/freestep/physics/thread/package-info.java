/** The thread that steps a service, and what a service needs from threads that several services share. */
package io.github.freestep.physics.thread;
