package com.amazonaws.services.lambda.runtime;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;

/** A serializer that the function includes, found as a service. */
public interface CustomPojoSerializer {
  <T> T fromJson(InputStream input, Type type);

  <T> T fromJson(String input, Type type);

  <T> void toJson(T value, OutputStream output, Type type);
}
