package io.github.freestep.physics.box2d;

import static io.github.freestep.testing.Refused.refused;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** Version 3 of the binding has the same coordinates and other packages. */
class Box2dVersionTest {
    @Test
    void aBindingWithOtherPackagesIsRefusedByName() throws IOException, ReflectiveOperationException {
        String[] files = System.getProperty("java.class.path").split(File.pathSeparator);
        URL[] path = new URL[files.length];
        for (int i = 0; i < files.length; i++) {
            path[i] = new File(files[i]).toURI().toURL();
        }
        try (URLClassLoader without = new URLClassLoader(path, ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith("com.badlogic.gdx.physics.box2d.")) {
                    throw new ClassNotFoundException(name);
                }
                return super.findClass(name);
            }
        }) {
            Runnable loads = (Runnable)
                    without.loadClass(Loads.class.getName()).getConstructor().newInstance();
            refused("use 1.14.2", UnsupportedOperationException.class, loads::run);
        }
    }

    /** Calls it as a program does. Reflection would look for the missing classes first. */
    public static final class Loads implements Runnable {
        @Override
        public void run() {
            Box2dSimulation.load();
        }
    }
}
