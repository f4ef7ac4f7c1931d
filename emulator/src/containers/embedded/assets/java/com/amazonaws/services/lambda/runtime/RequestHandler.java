package com.amazonaws.services.lambda.runtime;

/** A function from one type to another. */
public interface RequestHandler<I, O> {
  O handleRequest(I input, Context context);
}
