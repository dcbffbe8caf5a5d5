package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Version 3 of the binding has the same coordinates and other packages. */
class Box2dVersionTest {
    @Test
    void aBindingWithOtherPackagesIsRefusedByName() throws IOException, ReflectiveOperationException {
        URL[] path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Box2dVersionTest::url)
                .toArray(URL[]::new);
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
            Exception refused = assertThrows(UnsupportedOperationException.class, loads::run);
            assertTrue(refused.getMessage().endsWith("use 1.14.2"), refused::getMessage);
        }
    }

    /** Calls it as a program does. Reflection would look for the missing classes first. */
    public static final class Loads implements Runnable {
        @Override
        public void run() {
            Box2dSimulation.load();
        }
    }

    private static URL url(String file) {
        try {
            return new File(file).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }
}
